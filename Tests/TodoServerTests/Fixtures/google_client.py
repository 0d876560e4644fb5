"""Google's own Firestore client over its REST transport, against the server whose host:port is the argument."""

import sys

from google.auth.credentials import AnonymousCredentials
from google.cloud import firestore
from google.cloud.firestore_v1.base_query import FieldFilter
from google.cloud.firestore_v1.services.firestore.transports.rest import FirestoreRestTransport

host = sys.argv[1]
client = firestore.Client(project="google-client", credentials=AnonymousCredentials())
transport = FirestoreRestTransport(host=host, url_scheme="http", credentials=AnonymousCredentials())
client._firestore_api_internal = firestore.Client._firestore_api.fget.__globals__["firestore_client"].FirestoreClient(
    transport=transport
)


def check(condition, what):
    if not condition:
        sys.exit(f"failed: {what}")


todos = client.collection("users").document("é:1").collection("todos")
for document in list(todos.list_documents()):
    document.delete()

# create
milk = todos.document("milk")
milk.create({"title": "Buy milk", "done": False, "count": 1, "tags": ["a", "b"], "nested": {"x": 1}})
try:
    milk.create({})
    check(False, "a second create must fail")
except Exception as error:
    check(type(error).__name__ in ("AlreadyExists", "Conflict"), f"create twice: {error!r}")
check(milk.get().to_dict()["title"] == "Buy milk", "get")

# set, merge, update
milk.set({"title": "Buy oat milk", "count": 1, "nested": {"x": 1, "y": 2}})
check("done" not in milk.get().to_dict(), "set replaces")
milk.set({"nested": {"y": 3}, "done": True}, merge=True)
check(milk.get().to_dict()["nested"] == {"x": 1, "y": 3}, "merge")
milk.update({"nested.x": firestore.DELETE_FIELD, "count": firestore.Increment(4), "seen": firestore.SERVER_TIMESTAMP})
now = milk.get().to_dict()
check(now["nested"] == {"y": 3} and now["count"] == 5 and now["seen"] is not None, f"update: {now}")
milk.update({"tags": firestore.ArrayUnion(["a", "c"])})
milk.update({"tags": firestore.ArrayRemove(["a"])})
check(milk.get().to_dict()["tags"] == ["c"], "arrays")

# batch
batch = client.batch()
for number in range(20):
    batch.set(todos.document(f"t{number:02}"), {"n": number, "even": number % 2 == 0})
batch.delete(milk)
batch.commit()
check(not milk.get().exists, "delete in a batch")
check(len(list(client.get_all([todos.document("t00"), todos.document("none")]))) == 2, "get_all")

# query, also in pages
found = [d.id for d in todos.where(filter=FieldFilter("n", ">", 4)).order_by("n").limit(3).stream()]
check(found == ["t05", "t06", "t07"], f"query: {found}")
last = todos.document("t07").get()
found = [d.id for d in todos.order_by("n").start_after(last).limit(2).stream()]
check(found == ["t08", "t09"], f"cursor: {found}")
found = [d.id for d in todos.where(filter=FieldFilter("n", "in", [1, 3])).stream()]
check(found == ["t01", "t03"], f"in: {found}")
found = [d.id for d in client.collection_group("todos").where(filter=FieldFilter("even", "==", True)).stream()]
check(len(found) == 10, f"collection group: {found}")
check([c.id for c in client.document("users/é:1").collections()] == ["todos"], "collections")

# count
check(todos.count(alias="all").get()[0][0].value == 20, "count")
check(todos.sum("n", alias="s").get()[0][0].value == 190, "sum")

# transaction
@firestore.transactional
def move(transaction, document):
    snapshot = document.get(transaction=transaction)
    transaction.update(document, {"n": snapshot.get("n") + 100})
    return snapshot.get("n")


check(move(client.transaction(), todos.document("t03")) == 3, "transaction")
check(todos.document("t03").get().get("n") == 103, "after the transaction")

# a transaction that reads alone sees one state, and commits nothing
@firestore.transactional
def look(transaction, document):
    before = document.get(transaction=transaction).get("n")
    document.update({"n": before + 1})
    check(document.get(transaction=transaction).get("n") == before, "a read-only transaction sees one state")
    return before


check(look(client.transaction(read_only=True), todos.document("t05")) == 5, "read-only transaction")
check(todos.document("t05").get().get("n") == 6, "after the read-only transaction")

# delete
todos.document("t03").delete()
check(not todos.document("t03").get().exists, "delete")
print("ok")
