"""What touches the network, archives and protobuf: fetch, import, realtime, refresh."""
