// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ACL} from "../contracts/ACL.sol";
import {FHEVMExecutor} from "../contracts/FHEVMExecutor.sol";
import {HCULimit} from "../contracts/HCULimit.sol";
import {FheType} from "../contracts/shared/FheType.sol";
import {aclAdd, hcuLimitAdd} from "../addresses/FHEVMHostAddresses.sol";

/// The executor of protocol 0.13, over that of 0.10: a handle is bound to the block in which it is made, and there are sums
/// and searches of lists. Version 0.4.0 has these handles and events; their hashes are those of `gateway/fhe/handles.ts`.
contract BlockBoundExecutor is FHEVMExecutor {
    error FHECollectionSizeInvalid(uint256 size, uint256 most);

    event FheSum(address indexed caller, bytes32[] values, bytes32 result);
    event FheIsIn(address indexed caller, bytes32 value, bytes32[] values, bytes32 result);

    ACL private constant ACCESS = ACL(aclAdd);
    HCULimit private constant LIMIT = HCULimit(hcuLimitAdd);

    /// Places in the list of operators, which `Operators` ends before.
    uint8 private constant SUM = 28;
    uint8 private constant IS_IN = 29;

    /// Sets of types, a bit for each.
    uint256 private constant NUMBERS = 0x7c; // 8 to 128 bits
    uint256 private constant WHOLE = NUMBERS | 0x100; // and 256
    uint256 private constant NOT_ADDRESS = WHOLE | 0x1; // and booleans
    uint256 private constant COMPARED = WHOLE | 0x80; // and addresses
    uint256 private constant ALL = NOT_ADDRESS | 0x80;

    /// Most values in a list, of up to 32 bits each and of more.
    uint256 private constant MOST_NARROW = 100;
    uint256 private constant MOST_WIDE = 60;

    function getVersion() external pure virtual override returns (string memory) {
        return "FHEVMExecutor v0.4.0";
    }

    function cast(bytes32 ct, FheType toType) public virtual override returns (bytes32 result) {
        uint256 origins = _use(ct, 0);
        FheType kind = _verifyAndReturnType(ct, NOT_ADDRESS);
        _require(toType, WHOLE);
        if (kind == toType) revert InvalidType();
        result = _make(abi.encodePacked(Operators.cast, ct, toType, _after(origins)), toType);
        LIMIT.checkHCUForCast(toType, ct, result);
        emit Cast(msg.sender, ct, toType, result);
    }

    function trivialEncrypt(uint256 pt, FheType toType) public virtual override returns (bytes32 result) {
        _require(toType, ALL);
        result = _make(abi.encodePacked(Operators.trivialEncrypt, pt, toType, _place()), toType);
        LIMIT.checkHCUForTrivialEncrypt(toType, result);
        emit TrivialEncrypt(msg.sender, pt, toType, result);
    }

    /// Not metered: the limits of 0.10 know no lists.
    function fheSum(bytes32[] calldata values, FheType kind) external virtual returns (bytes32 result) {
        _require(kind, NUMBERS);
        uint256 origins = _useList(values, kind, 0);
        result = _make(abi.encodePacked(SUM, values.length, values, _after(origins)), kind);
        emit FheSum(msg.sender, values, result);
    }

    /// Not metered either.
    function fheIsIn(bytes32 value, bytes32[] calldata values, FheType kind) external virtual returns (bytes32 result) {
        _require(kind, COMPARED);
        if (_typeOf(value) != kind) revert IncompatibleTypes();
        uint256 origins = _use(value, 0) | _useList(values, kind, 1);
        result = _make(abi.encodePacked(IS_IN, values.length, value, values, _after(origins)), FheType.Bool);
        emit FheIsIn(msg.sender, value, values, result);
    }

    function _unaryOp(Operators op, bytes32 ct) internal virtual override returns (bytes32) {
        return _make(abi.encodePacked(op, ct, _after(_use(ct, 0))), _typeOf(ct));
    }

    function _binaryOp(Operators op, bytes32 lhs, bytes32 rhs, bytes1 scalar, FheType kind)
        internal
        virtual
        override
        returns (bytes32)
    {
        _checkBoolean(scalar);
        uint256 origins = _use(lhs, 0);
        if (scalar == 0x00) {
            origins |= _use(rhs, 1);
            if (_typeOf(lhs) != _typeOf(rhs)) revert IncompatibleTypes();
        }
        return _make(abi.encodePacked(op, lhs, rhs, scalar, _after(origins)), kind);
    }

    function _ternaryOp(Operators op, bytes32 control, bytes32 ifTrue, bytes32 ifFalse)
        internal
        virtual
        override
        returns (bytes32)
    {
        uint256 origins = _use(control, 0) | _use(ifTrue, 1) | _use(ifFalse, 2);
        if (_typeOf(control) != FheType.Bool) revert UnsupportedType();
        if (_typeOf(ifTrue) != _typeOf(ifFalse)) revert IncompatibleTypes();
        return _make(abi.encodePacked(op, control, ifTrue, ifFalse, _after(origins)), _typeOf(ifTrue));
    }

    function _generateSeed() internal virtual override returns (bytes16) {
        uint256 drawn = _getFHEVMExecutorStorage().counterRand++;
        return bytes16(keccak256(abi.encodePacked("FHE_seed", drawn, _place())));
    }

    function _generateRand(FheType kind, bytes16 seed) internal virtual override returns (bytes32 result) {
        _require(kind, NOT_ADDRESS);
        result = _make(abi.encodePacked(Operators.fheRand, kind, seed), kind);
        LIMIT.checkHCUForFheRand(kind, result);
    }

    function _generateRandBounded(uint256 upperBound, FheType kind, bytes16 seed)
        internal
        virtual
        override
        returns (bytes32 result)
    {
        _require(kind, WHOLE);
        if (!_isPowerOfTwo(upperBound)) revert NotPowerOfTwo();
        _checkBelowMaxBound(upperBound, kind);
        result = _make(abi.encodePacked(Operators.fheRandBounded, upperBound, kind, seed), kind);
        LIMIT.checkHCUForFheRandBounded(kind, result);
    }

    /// What no other hash of the protocol begins with.
    function _domain() internal pure virtual returns (bytes8) {
        return "FHE_comp";
    }

    /// A new handle, which the caller may use in this transaction.
    function _make(bytes memory body, FheType kind) internal virtual returns (bytes32 result) {
        result = _appendMetadataToPrehandle(keccak256(abi.encodePacked(_domain(), body)), kind);
        ACCESS.allowTransient(result, msg.sender);
    }

    /// Makes sure that the caller may use an operand. Returns what `_after` is to know of its origin: here nothing.
    function _use(bytes32 ct, uint256) internal view virtual returns (uint256) {
        if (!ACCESS.isAllowed(ct, msg.sender)) revert ACLNotAllowed(ct, msg.sender);
        return 0;
    }

    /// What is hashed behind the operands.
    function _after(uint256) internal view virtual returns (bytes memory) {
        return _place();
    }

    function _place() internal view returns (bytes memory) {
        return abi.encodePacked(aclAdd, block.chainid, blockhash(block.number - 1), block.timestamp);
    }

    function _useList(bytes32[] calldata values, FheType kind, uint256 first) private view returns (uint256 origins) {
        uint256 most = uint8(kind) > uint8(FheType.Uint32) ? MOST_WIDE : MOST_NARROW;
        if (values.length == 0 || values.length > most) revert FHECollectionSizeInvalid(values.length, most);
        for (uint256 at = 0; at < values.length; at++) {
            if (_typeOf(values[at]) != kind) revert IncompatibleTypes();
            origins |= _use(values[at], first + at);
        }
    }

    function _require(FheType kind, uint256 supported) private pure {
        if ((1 << uint8(kind)) & supported == 0) revert UnsupportedType();
    }
}
