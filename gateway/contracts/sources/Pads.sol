// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {FHE, euint64, externalEuint64} from "@fhevm/solidity/lib/FHE.sol";
import {ZamaEthereumConfig} from "@fhevm/solidity/config/ZamaConfig.sol";
import {ERC7984ERC20Wrapper} from "@openzeppelin/confidential-contracts/token/ERC7984/extensions/ERC7984ERC20Wrapper.sol";

/// Moves its caller's tokens without a proof of the amount. A pad is an encrypted random number whose proof was made ahead;
/// with `delta`, the amount less the pad modulo 2^64, it says nothing of the amount. Deltas of two amounts with one pad say
/// everything, so a pad is taken once.
///
/// It holds nothing, has no owner and cannot be changed. A caller makes it an ERC-7984 operator first.
contract Pads is ZamaEthereumConfig {
    ERC7984ERC20Wrapper public immutable token;

    mapping(address wallet => mapping(bytes32 pad => bool)) public isUsed;

    error PadUsed(bytes32 pad);
    error PadWithoutProof();

    constructor(ERC7984ERC20Wrapper token_) {
        token = token_;
    }

    /// Moves `pad` + `delta` modulo 2^64 to `to`, or, without cover, nothing, as the token has it.
    function transfer(address to, externalEuint64 pad, bytes calldata proof, uint64 delta) external {
        bytes32 handle = externalEuint64.unwrap(pad);
        // Without a proof any handle would be taken that the caller may use.
        require(proof.length > 0, PadWithoutProof());
        require(!isUsed[msg.sender][handle], PadUsed(handle));
        isUsed[msg.sender][handle] = true;
        euint64 amount = FHE.add(FHE.fromExternal(pad, proof), delta);
        FHE.allowTransient(amount, address(token));
        token.confidentialTransferFrom(msg.sender, to, amount);
    }

    /// Burns an amount that becomes public anyway, to be paid to the caller once the burn is finalized.
    function redeem(uint64 units) external {
        euint64 amount = FHE.asEuint64(units);
        FHE.allowTransient(amount, address(token));
        token.unwrap(msg.sender, msg.sender, amount);
    }
}
