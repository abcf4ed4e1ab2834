// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {ZamaEthereumConfig} from "@fhevm/solidity/config/ZamaConfig.sol";
import {ERC7984} from "@openzeppelin/confidential-contracts/token/ERC7984/ERC7984.sol";
import {ERC7984ERC20Wrapper} from "@openzeppelin/confidential-contracts/token/ERC7984/extensions/ERC7984ERC20Wrapper.sol";
import {IERC20} from "@openzeppelin/contracts/interfaces/IERC20.sol";

/// The confidential form of STABLE: OpenZeppelin's ERC-7984 wrapper as it comes, one unit for one unit.
contract CStable is ERC7984ERC20Wrapper, ZamaEthereumConfig {
    constructor(IERC20 stable) ERC7984("Confidential Stable Dollar", "cSTABLE", "") ERC7984ERC20Wrapper(stable) {}
}
