-- Whether a device is known to anybody is asked at every sign-in that brings a token.
create index known_devices_token_hash on known_devices (token_hash);
