# A client as the OpenAPI document has it: operations by their names, bodies and answers in classes that a generator made of its
# schemas (`models.py`, see `generated.ts`). Asks to be paid, pays, and reads what came of it.
import json, os, urllib.error, urllib.request
import models

GATEWAY, KEY, TILL, PAYER = (os.environ[name] for name in ("SOTTO_GATEWAY_URL", "SOTTO_API_KEY", "WALLET", "PAYER"))
document = json.load(urllib.request.urlopen(GATEWAY + "/api/v1/openapi.json"))
operations = {
    operation["operationId"]: (method.upper(), path)
    for path, methods in document["paths"].items()
    for method, operation in methods.items()
}


def call(name, body=None, **inside):
    method, path = operations[name]
    url = GATEWAY + document["servers"][0]["url"] + path.format(**inside)
    headers = {"Authorization": "Bearer " + KEY, "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body.to_dict()).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method), timeout=120) as answer:
        return json.load(answer)["data"]


asked = models.CreateRequestInput(wallet_id=TILL, amount="1.5", external_id="generated")
request = models.PaymentRequest.from_dict(call("createRequest", asked)["request"])
assert request.status is models.PaymentRequestStatus.OPEN and request.amount == "1.5", request

paid = models.TransferInput(wallet_id=PAYER, request_id=request.id)
transaction = models.Transaction.from_dict(call("transfer", paid)["transaction"])
assert transaction.type is models.TransactionType.TRANSFER and transaction.to == request.address, transaction
again = call("getTransaction", id=transaction.id)["transaction"]
assert models.Transaction.from_dict(again).id == transaction.id

wallets = [models.Wallet.from_dict(one) for one in call("listWallets")["wallets"]]
assert {TILL, PAYER} <= {one.id for one in wallets if one.type is models.WalletType.CUSTODIAL}, wallets

try:
    call("transfer", models.TransferInput(wallet_id=PAYER, amount="1000000", to=request.address))
    raise AssertionError("paid what is not there")
except urllib.error.HTTPError as error:
    failure = models.Failure.from_dict(json.load(error))
    assert failure.error.code == "validation_error", failure

print(request.id, transaction.status.value)
