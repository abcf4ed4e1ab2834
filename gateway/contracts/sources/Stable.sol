// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC1363} from "@openzeppelin/contracts/token/ERC20/extensions/ERC1363.sol";

/// The test-net's public dollar: ERC-20 with ERC-1363 and 6 decimals. Its owner, the faucet, alone may mint.
contract Stable is ERC1363, Ownable {
    constructor(address faucet) ERC20("Stable Dollar", "STABLE") Ownable(faucet) {}

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    function mint(address to, uint256 amount) external onlyOwner {
        _mint(to, amount);
    }
}
