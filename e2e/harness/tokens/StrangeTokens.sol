// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {FHE, ebool, euint64} from "@fhevm/solidity/lib/FHE.sol";
import {IERC20} from "@openzeppelin/contracts/interfaces/IERC20.sol";
import {CStable} from "./CStable.sol";

/// Tokens that do something else than they say, for tests of a gateway that pays in them.

/// The sender moves what was asked for; then a tenth of it leaves the receiver again.
contract FeeAfterwards is CStable {
    address private constant COLLECTOR = address(0xFEE);

    constructor(IERC20 stable) CStable(stable) {}

    function _update(address from, address to, euint64 amount) internal override returns (euint64 transferred) {
        transferred = super._update(from, to, amount);
        if (from != address(0) && to != address(0)) super._update(to, COLLECTOR, FHE.div(transferred, 10));
    }
}

/// A tenth of what was asked for is kept back, and the event names the rest.
contract FeeFromWithin is CStable {
    constructor(IERC20 stable) CStable(stable) {}

    function _update(address from, address to, euint64 amount) internal override returns (euint64) {
        if (from == address(0) || to == address(0)) return super._update(from, to, amount);
        return super._update(from, to, FHE.sub(amount, FHE.div(amount, 10)));
    }
}

/// Says that the input moved, as a selection between it and zero, and selects zero.
contract MovesNothing is CStable {
    constructor(IERC20 stable) CStable(stable) {}

    function _update(address from, address to, euint64 amount) internal override returns (euint64 transferred) {
        if (from == address(0) || to == address(0)) return super._update(from, to, amount);
        transferred = FHE.select(FHE.asEbool(false), amount, FHE.asEuint64(0));
        FHE.allowThis(transferred);
        FHE.allow(transferred, from);
        FHE.allow(transferred, to);
        emit ConfidentialTransfer(from, to, transferred);
    }
}
