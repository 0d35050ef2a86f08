import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { PasskeyAssertion, PasskeyAttestation } from '@muster/contract/passkeys.ts'

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const toBase64Url = (data: Buffer) => data.toString('base64url')

/** Encodes the few kinds of CBOR (RFC 8949) that passkeys use. */
function encodeCbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const encodeHead = (major: number, count: number) =>
    count < 24
      ? Buffer.from([(major << 5) | count])
      : count < 256
        ? Buffer.from([(major << 5) | 24, count])
        : Buffer.from([(major << 5) | 25, count >> 8, count & 255])
  if (typeof value === 'number') return value < 0 ? encodeHead(1, -1 - value) : encodeHead(0, value)
  if (typeof value === 'string')
    return Buffer.concat([encodeHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([encodeHead(2, value.length), value])
  const entries = [...value].flatMap(([key, it]) => [encodeCbor(key), encodeCbor(it as Buffer)])
  return Buffer.concat([encodeHead(5, value.size), ...entries])
}

const USER_PRESENT = 1
const USER_VERIFIED = 4
const HAS_CREDENTIAL = 64

/**
 * Creates a device with a passkey for an origin. It responds as a browser would (Web Authentication, ES256, no attestation). With
 * `verifies`, it performs user verification.
 */
export function newDevice(origin: string, { verifies = true } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const flags = USER_PRESENT | (verifies ? USER_VERIFIED : 0)
  let counter = 0

  const createClientData = (type: 'webauthn.create' | 'webauthn.get', options: Record<string, unknown>) =>
    Buffer.from(JSON.stringify({ type, challenge: options.challenge, origin, crossOrigin: false }))
  function createAuthenticatorData(extraFlags: number, credentialData: Buffer[] = [], step = 1): Buffer {
    const counterBytes = Buffer.alloc(4)
    counter += step
    counterBytes.writeUInt32BE(counter)
    return Buffer.concat([
      sha256(new URL(origin).hostname),
      Buffer.from([flags | extraFlags]),
      counterBytes,
      ...credentialData,
    ])
  }
  return {
    make(options: Record<string, unknown>): PasskeyAttestation {
      const key = encodeCbor(
        new Map<number, number | Buffer>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(jwk.x ?? '', 'base64url')],
          [-3, Buffer.from(jwk.y ?? '', 'base64url')],
        ]),
      )
      const lengthBytes = Buffer.alloc(2)
      lengthBytes.writeUInt16BE(credentialId.length)
      const authData = createAuthenticatorData(HAS_CREDENTIAL, [
        Buffer.alloc(16),
        lengthBytes,
        credentialId,
        key,
      ])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return {
        id: toBase64Url(credentialId),
        clientDataJSON: toBase64Url(createClientData('webauthn.create', options)),
        attestationObject: toBase64Url(encodeCbor(attestation)),
        transports: ['internal'],
      }
    },
    /** Signs in. `step` is the counter's increment; with 0, the device acts as a clone that repeats the original's counter. */
    prove(options: Record<string, unknown>, step = 1): PasskeyAssertion {
      const [clientData, authenticatorData] = [
        createClientData('webauthn.get', options),
        createAuthenticatorData(0, [], step),
      ]
      return {
        id: toBase64Url(credentialId),
        clientDataJSON: toBase64Url(clientData),
        authenticatorData: toBase64Url(authenticatorData),
        signature: toBase64Url(
          sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey),
        ),
      }
    },
  }
}
