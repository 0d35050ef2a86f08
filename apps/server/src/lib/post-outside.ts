import { askOutside, type Question } from './ask-outside.ts'
import { type FindAddresses, publicAddressesOf } from './public-address.ts'

export type Post = Omit<Question, 'method' | 'addressesOf'> & {
  readonly address: string
  readonly body: string | Uint8Array
  /** Also allows http, this machine and its network. */
  readonly allowPrivate: boolean
  readonly find?: FindAddresses
}

/**
 * Posts to an address that a person entered: over https to the public internet, unless private addresses are allowed. Throws with a
 * reason when no response came; every status is a response, including a redirect.
 */
export async function postOutside({
  address,
  allowPrivate,
  find,
  ...question
}: Post): Promise<{ status: number; beginning: string }> {
  const url = new URL(address)
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    throw new Error('The address does not begin with https')
  const { status, body } = await askOutside(url, {
    method: 'POST',
    ...question,
    addressesOf: allowPrivate ? undefined : host => publicAddressesOf(host, find),
  })
  return { status, beginning: body.toString('utf8') }
}
