import type { PasskeyAssertion, PasskeyAttestation } from '@muster/contract/passkeys.ts'

type Options = Record<string, unknown>

/** Thrown if the person dismissed the browser's prompt or let it time out. */
export class PasskeyNotConfirmedError extends Error {}

/** True if passkeys for the origin `at` work here: the page has that origin, and the browser supports passkeys as JSON. */
export function canUsePasskeys(at: string | null | undefined): boolean {
  return at === window.location.origin && supportsPasskeys()
}

/** True if the browser supports passkeys as JSON, and the page may use them. */
export function supportsPasskeys(): boolean {
  return (
    window.isSecureContext &&
    typeof PublicKeyCredential === 'function' &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential
  )
}

/** Creates a passkey on the device. Throws PasskeyNotConfirmedError if the person did not confirm. */
export async function createPasskey(options: Options): Promise<PasskeyAttestation> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  const { id, response } = toJson(await awaitConfirmation(navigator.credentials.create({ publicKey })))
  const { clientDataJSON = '', attestationObject = '', transports = [] } = response
  return { id, clientDataJSON, attestationObject, transports }
}

/** Gets proof of a passkey on the device, for signing in. Throws PasskeyNotConfirmedError if the person did not confirm. */
export async function getPasskeyAssertion(options: Options): Promise<PasskeyAssertion> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  const { id, response } = toJson(await awaitConfirmation(navigator.credentials.get({ publicKey })))
  const { clientDataJSON = '', authenticatorData = '', signature = '' } = response
  return { id, clientDataJSON, authenticatorData, signature }
}

async function awaitConfirmation(request: Promise<Credential | null>): Promise<Credential> {
  try {
    const credential = await request
    if (credential) return credential
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    if (name !== 'NotAllowedError' && name !== 'AbortError') throw error
  }
  throw new PasskeyNotConfirmedError()
}

type CredentialJson = {
  readonly id: string
  readonly response: {
    readonly clientDataJSON?: string
    readonly attestationObject?: string
    readonly authenticatorData?: string
    readonly signature?: string
    readonly transports?: string[]
  }
}

const toJson = (credential: Credential) =>
  (credential as Credential & { toJSON: () => unknown }).toJSON() as CredentialJson
