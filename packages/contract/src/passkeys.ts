import { maxPasskeys } from '@muster/domain/passkey.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'
import { exactText, oneLine, text } from './texts.ts'

const { signedIn } = callsTagged('passkeys')

/** Bytes as WebAuthn encodes them in JSON: base64url. */
const base64Url = (limit: number) => exactText(limit).regex(/^[\w-]+$/)

/** A ticket that the server issues with the options of a ceremony and accepts once with the result. */
export const passkeyTicket = exactText(600).regex(/^[\w.%=-]+$/)

/** The options for `navigator.credentials`, in the JSON format that browsers parse. */
export const passkeyCeremony = z.object({ ticket: z.string(), options: z.record(z.string(), z.unknown()) })

/** A browser's response to sign-in options, reduced to the parts that the server verifies. */
export const passkeyAssertion = z.strictObject({
  id: base64Url(1_400),
  clientDataJSON: base64Url(4_000),
  authenticatorData: base64Url(4_000),
  signature: base64Url(2_000),
})

export type PasskeyAssertion = z.input<typeof passkeyAssertion>

/** A browser's response to the options for a new passkey. */
export const passkeyAttestation = z.strictObject({
  id: base64Url(1_400),
  clientDataJSON: base64Url(4_000),
  attestationObject: base64Url(20_000),
  transports: z.array(text(30).regex(/^[\w-]+$/)).max(10),
})

export type PasskeyAttestation = z.input<typeof passkeyAttestation>

export const passkey = z.object({
  id,
  name: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
})
export type Passkey = z.infer<typeof passkey>

const name = oneLine(60).min(1, 'A name is required')

/**
 * The calls that manage a person's passkeys. A passkey is a key on a device that signs in without a password; the device first asks
 * for a fingerprint, face or PIN.
 */
export const passkeys = {
  list: signedIn('GET /auth/passkeys', 'list_passkeys', "List one's own passkeys").output(
    z.object({ passkeys: z.array(passkey).max(maxPasskeys) }),
  ),
  /** The password proves the caller's identity. */
  begin: signedIn('POST /auth/passkeys/options', 'begin_passkey', 'Begin adding a passkey')
    .input(z.strictObject({ password: exactText(256) }))
    .output(passkeyCeremony)
    .errors(pick('WRONG_PASSWORD', 'PASSKEYS_FULL', 'PASSKEYS_OFF')),
  /** Notifies the person by email. */
  add: signedIn('POST /auth/passkeys', 'add_passkey', 'Add a passkey')
    .input(z.strictObject({ ticket: passkeyTicket, name, made: passkeyAttestation }))
    .output(passkey)
    .errors(pick('PASSKEY_REFUSED', 'PASSKEYS_FULL', 'PASSKEYS_OFF')),
  rename: signedIn('PATCH /auth/passkeys/{passkeyId}', 'rename_passkey', 'Rename a passkey')
    .input(z.strictObject({ passkeyId: id, name }))
    .output(passkey)
    .errors(pick('NOT_FOUND')),
  remove: signedIn('DELETE /auth/passkeys/{passkeyId}', 'remove_passkey', 'Remove a passkey')
    .input(z.strictObject({ passkeyId: id }))
    .output(z.object({ removed: z.literal(true) }))
    .errors(pick('NOT_FOUND')),
}
