// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ACL} from "../contracts/ACL.sol";
import {aclAdd, fhevmExecutorAdd} from "../addresses/FHEVMHostAddresses.sol";

/// Calls the executor in one transaction, also with handles that nobody knows before it is mined. Only for tests.
contract ExecutorDriver {
    /// Word of a call's data, by its offset in bytes, that is to be the result of an earlier call of the same run.
    struct Hole {
        uint256 offset;
        uint256 call;
    }

    struct Call {
        bytes data;
        Hole[] holes;
    }

    /// Each call answers one handle, which may be used in later transactions, too.
    function run(Call[] memory calls) external {
        bytes32[] memory results = new bytes32[](calls.length);
        for (uint256 at = 0; at < calls.length; at++) {
            bytes memory data = calls[at].data;
            for (uint256 hole = 0; hole < calls[at].holes.length; hole++) {
                uint256 offset = calls[at].holes[hole].offset;
                bytes32 handle = results[calls[at].holes[hole].call];
                assembly ("memory-safe") {
                    mstore(add(add(data, 32), offset), handle)
                }
            }
            (bool done, bytes memory answer) = fhevmExecutorAdd.call(data);
            if (!done) {
                assembly ("memory-safe") {
                    revert(add(answer, 32), mload(answer))
                }
            }
            results[at] = abi.decode(answer, (bytes32));
            ACL(aclAdd).allow(results[at], address(this));
        }
    }
}
