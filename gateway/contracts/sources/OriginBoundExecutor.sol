// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BlockBoundExecutor} from "./BlockBoundExecutor.sol";
import {FheType} from "../contracts/shared/FheType.sol";

/// The executor of version 0.6.0: a handle also tells which operands were not made in its transaction, and there is a
/// product divided by a number (since 0.5.0).
contract OriginBoundExecutor is BlockBoundExecutor {
    event FheMulDiv(
        address indexed caller, bytes32 factor1, bytes32 factor2, bytes32 divisor, bytes1 scalarByte, bytes32 result
    );

    /// Place in the list of operators.
    uint8 private constant MUL_DIV = 30;

    uint256 private constant UP_TO_64_BITS = 0x3c;

    /// The divisor is always a number; bit 1 says that the second factor is one, too.
    bytes1 private constant HANDLE = 0x01;
    bytes1 private constant NUMBER = 0x03;

    function getVersion() external pure virtual override returns (string memory) {
        return "FHEVMExecutor v0.6.0";
    }

    /// Not metered: the limits of 0.10 do not know it.
    function fheMulDiv(bytes32 factor1, bytes32 factor2, bytes32 divisor, bytes1 scalarByte)
        external
        virtual
        returns (bytes32 result)
    {
        if (scalarByte != HANDLE && scalarByte != NUMBER) revert ScalarByteIsNotBoolean();
        if (divisor == 0) revert DivisionByZero();
        FheType kind = _verifyAndReturnType(factor1, UP_TO_64_BITS);
        uint256 origins = _use(factor1, 0);
        if (scalarByte == HANDLE) {
            if (_typeOf(factor2) != kind) revert IncompatibleTypes();
            origins |= _use(factor2, 1);
        }
        result = _make(abi.encodePacked(MUL_DIV, factor1, factor2, divisor, scalarByte, _after(origins)), kind);
        emit FheMulDiv(msg.sender, factor1, factor2, divisor, scalarByte, result);
    }

    function _make(bytes memory body, FheType kind) internal virtual override returns (bytes32 result) {
        result = super._make(body, kind);
        assembly ("memory-safe") {
            tstore(result, 1)
        }
    }

    /// The operand's bit, unless it was made in this transaction.
    function _use(bytes32 ct, uint256 at) internal view virtual override returns (uint256 bit) {
        super._use(ct, at);
        assembly ("memory-safe") {
            bit := shl(at, iszero(tload(ct)))
        }
    }

    function _after(uint256 origins) internal view virtual override returns (bytes memory) {
        return abi.encodePacked(origins, _place());
    }
}
