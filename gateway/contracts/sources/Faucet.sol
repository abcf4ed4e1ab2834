// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {Stable} from "./Stable.sol";

/// Gives new STABLE and gas in one transaction. It creates STABLE and stays its only minter. Operators may fund; the
/// owner, a key that never leaves the test-net's folder, appoints and dismisses them.
contract Faucet is Ownable {
    Stable public immutable stable;

    mapping(address account => bool) public isOperator;

    event OperatorChanged(address indexed operator, bool allowed);
    event Funded(address indexed operator, address indexed to, uint256 amount, uint256 gas);

    error NotOperator(address sender);

    constructor(address owner) Ownable(owner) {
        stable = new Stable(address(this));
    }

    function setOperator(address operator, bool allowed) external onlyOwner {
        isOperator[operator] = allowed;
        emit OperatorChanged(operator, allowed);
    }

    /// Mints `amount` base units of STABLE to `to` and passes on all ETH of the call. Both happen or neither does.
    function fund(address payable to, uint256 amount) external payable {
        require(isOperator[msg.sender], NotOperator(msg.sender));
        stable.mint(to, amount);
        if (msg.value > 0) Address.sendValue(to, msg.value);
        emit Funded(msg.sender, to, amount, msg.value);
    }
}
