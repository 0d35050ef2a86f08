export type AppSetup = { readonly secret: string; readonly address: string }
