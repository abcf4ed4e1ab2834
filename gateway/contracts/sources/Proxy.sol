// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

// Only here to be compiled: the proxy that stands at the address of each FHEVM host contract.
import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";
