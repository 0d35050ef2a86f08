/** The setup of an authenticator app: the secret to type, and the URL encoded in the QR code. */
export type AppSetup = { readonly secret: string; readonly address: string }
