// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {euint64} from "@fhevm/solidity/lib/FHE.sol";
import {IERC7984} from "@openzeppelin/confidential-contracts/interfaces/IERC7984.sol";
import {ERC7984} from "@openzeppelin/confidential-contracts/token/ERC7984/ERC7984.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/interfaces/IERC20.sol";
import {CStable} from "./CStable.sol";

/// Tokens as somebody else issues them on a live network, for tests of a gateway that pays in them: anybody mints the public
/// one; the confidential one has observers, a pause and a list of refused addresses; a registry names the pair. Written from
/// the interfaces of zama-ai/protocol-apps: names, errors and what is refused when are theirs.
contract PublicDollar is ERC20 {
    uint256 private constant MOST = 1_000_000e6;

    mapping(address account => bool) public isRefused;

    constructor() ERC20("USDC (mock)", "USDCMock") {}

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    function mint(address to, uint256 amount) external {
        require(amount <= MOST, "too much at a time");
        _mint(to, amount);
    }

    function refuse(address account, bool refused) external {
        isRefused[account] = refused;
    }
}

contract IssuedDollar is CStable {
    error EnforcedPause();
    error WrapperBlockedAddress(address user);
    error UnderlyingDenyListedAddress(address user);

    bool public paused;
    address public immutable pauser;
    PublicDollar private immutable list;
    mapping(address user => bool) private _blocked;
    mapping(bytes32 request => address) private _burners;
    address[] private _observers;

    /// `list`: whose list of addresses is asked beside its own; on a live network that is the token under it.
    constructor(IERC20 dollar, PublicDollar list_, address pauser_, address observer) CStable(dollar) {
        list = list_;
        pauser = pauser_;
        if (observer != address(0)) _observers.push(observer);
    }

    function symbol() public pure override(ERC7984, IERC7984) returns (string memory) {
        return "cUSDCMock";
    }

    function observers() external view returns (address[] memory) {
        return _observers;
    }

    function getUnderlyingDenyListSelector() external view returns (bytes4) {
        return list.isRefused.selector;
    }

    function isBlocked(address user) public view returns (bool) {
        return _blocked[user] || list.isRefused(user);
    }

    function setBlocked(address user, bool blocked) external {
        _blocked[user] = blocked;
    }

    function setPaused(bool on) external {
        paused = on;
    }

    function finalizeUnwrap(bytes32 request, uint64 amount, bytes calldata proof) public override {
        require(!paused, EnforcedPause());
        _admit(unwrapRequester(request));
        _admit(_burners[request]);
        super.finalizeUnwrap(request, amount, proof);
    }

    function _unwrap(address from, address to, euint64 amount) internal override returns (bytes32 request) {
        _admit(to);
        request = super._unwrap(from, to, amount);
        _burners[request] = from;
    }

    function _update(address from, address to, euint64 amount) internal override returns (euint64) {
        require(!paused, EnforcedPause());
        if (msg.sender != from) _admit(msg.sender);
        _admit(from);
        _admit(to);
        return super._update(from, to, amount);
    }

    function _admit(address user) private view {
        if (user == address(0)) return;
        require(!_blocked[user], WrapperBlockedAddress(user));
        require(!list.isRefused(user), UnderlyingDenyListedAddress(user));
    }
}

/// Has one pair: in plain slots, so that it can be moved to another address.
contract Registry {
    address private _token;
    address private _hidden;
    bool private _valid = true;

    constructor(address token, address hidden) {
        _token = token;
        _hidden = hidden;
    }

    function setValid(bool valid) external {
        _valid = valid;
    }

    function getConfidentialTokenAddress(address token) external view returns (bool, address) {
        return token == _token ? (_valid, _hidden) : (false, address(0));
    }

    function getTokenAddress(address hidden) external view returns (bool, address) {
        return hidden == _hidden ? (_valid, _token) : (false, address(0));
    }
}
