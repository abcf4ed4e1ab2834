// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {HCULimit} from "../contracts/HCULimit.sol";

/// The limits of protocol 0.13, over those of 0.10: what the computations of a block may cost together can be limited, too.
/// Nobody is excepted from it here.
contract BlockHCULimit is HCULimit {
    error HCUBlockLimitExceeded();

    event HCUPerBlockSet(uint48 hcuPerBlock);

    struct Meter {
        uint48 most;
        uint48 used;
        uint48 blockNumber;
    }

    /// keccak256(abi.encode(uint256(keccak256("sotto.storage.BlockHCULimit")) - 1)) & ~bytes32(uint256(0xff))
    bytes32 private constant METER = 0x92942412eaef88dcb0a07193185bc2318e33a20e5f18e82383fcd17e94cd6800;

    function getVersion() external pure virtual override returns (string memory) {
        return "HCULimit v0.3.0";
    }

    /// `type(uint48).max` is no limit. An upgrade calls this, too: without it nothing could be computed.
    function setHCUPerBlock(uint48 hcuPerBlock) external onlyACLOwner {
        _meter().most = hcuPerBlock;
        emit HCUPerBlockSet(hcuPerBlock);
    }

    function getGlobalHCUCapPerBlock() external view returns (uint48) {
        return _meter().most;
    }

    /// The newest block that computed, and what that cost so far.
    function getBlockMeter() external view returns (uint48 blockNumber, uint48 used) {
        Meter storage meter = _meter();
        return (meter.blockNumber, meter.used);
    }

    function _updateAndVerifyHCUTransactionLimit(uint256 opHCU) internal virtual override {
        super._updateAndVerifyHCUTransactionLimit(opHCU);
        Meter storage meter = _meter();
        uint256 used = opHCU + (meter.blockNumber == block.number ? meter.used : 0);
        if (used > meter.most) revert HCUBlockLimitExceeded();
        (meter.used, meter.blockNumber) = (uint48(used), uint48(block.number));
    }

    function _meter() private pure returns (Meter storage meter) {
        assembly ("memory-safe") {
            meter.slot := METER
        }
    }
}
