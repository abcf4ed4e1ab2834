// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {OriginBoundExecutor} from "./OriginBoundExecutor.sol";

/// No version that there is: a later one whose handles nothing knows how to prove. Only for tests.
contract UnknownExecutor is OriginBoundExecutor {
    function getVersion() external pure virtual override returns (string memory) {
        return "FHEVMExecutor v0.7.0";
    }

    function _domain() internal pure virtual override returns (bytes8) {
        return "FHE_next";
    }
}
