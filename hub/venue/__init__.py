"""What the hub knows of boards elsewhere: their state folders, written anew here from what comes on the wire."""
