// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

// Where the FHEVM host contracts live on Sepolia (chain 11155111). The host contracts of @fhevm/host-contracts import
// this file, which their package leaves to whoever deploys them.
address constant aclAdd = 0xf0Ffdc93b7E186bC2f8CB3dAA75D86d1930A433D;
address constant fhevmExecutorAdd = 0x92C920834Ec8941d2C77D188936E1f7A6f49c127;
address constant kmsVerifierAdd = 0xbE0E383937d564D7FF0BC3b46c51f0bF8d5C311A;
address constant inputVerifierAdd = 0xBBC1fFCdc7C316aAAd72E807D9b0272BE8F84DA0;
address constant hcuLimitAdd = 0xa10998783c8CF88D886Bc30307e631D6686F0A22;
address constant pauserSetAdd = 0x00000000000000000000000000000000000Fa05e;
