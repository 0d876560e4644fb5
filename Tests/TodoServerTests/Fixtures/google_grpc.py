"""Google's own Firestore client over gRPC, its default, against the server whose URL and certificate are the arguments."""

import sys

import grpc
from google.auth.credentials import AnonymousCredentials
from google.cloud import firestore
from google.cloud.firestore_v1.services.firestore import FirestoreClient
from google.cloud.firestore_v1.services.firestore.transports.grpc import FirestoreGrpcTransport

scheme, host = sys.argv[1].split("://")
if scheme == "https":
    with open(sys.argv[2], "rb") as file:
        channel = grpc.secure_channel(host, grpc.ssl_channel_credentials(file.read()))
else:
    channel = grpc.insecure_channel(host)
client = firestore.Client(project="google-client", credentials=AnonymousCredentials())
client._firestore_api_internal = FirestoreClient(transport=FirestoreGrpcTransport(channel=channel))

document = client.collection("users").document("u").collection("todos").document("a")
calls = [document.get, lambda: document.set({"n": 1}), lambda: list(client.collection("users").stream())]
# Each of them, also after the connection was closed.
for call in calls + calls:
    try:
        call()
        sys.exit("failed: a call that cannot be answered was answered")
    except Exception as error:
        if type(error).__name__ != "MethodNotImplemented" or "This server has no gRPC" not in str(error):
            sys.exit(f"failed: {error!r}")
print("ok")
