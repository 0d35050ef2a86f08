/** What an authenticator app is given: the secret to type, and the address of a QR code that says the same. */
export type AppSetup = { readonly secret: string; readonly address: string }
