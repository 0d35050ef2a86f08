import { fetchOutside, type OutsideRequest } from './fetch-outside.ts'
import { type FindAddresses, findPublicAddresses } from './public-address.ts'

export type PostOptions = Omit<OutsideRequest, 'method' | 'findAddresses'> & {
  readonly address: string
  readonly body: string | Uint8Array
  /** Also allows http, this machine and its network. */
  readonly allowPrivate: boolean
  readonly find?: FindAddresses
}

/** User-supplied: https to the public internet, unless private addresses are allowed. Any status is a response, redirects too. */
export async function postOutside({
  address,
  allowPrivate,
  find,
  ...outsideRequest
}: PostOptions): Promise<{ status: number; beginning: string }> {
  const url = new URL(address)
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    throw new Error('The address does not begin with https')
  const { status, body } = await fetchOutside(url, {
    method: 'POST',
    ...outsideRequest,
    findAddresses: allowPrivate ? undefined : host => findPublicAddresses(host, find),
  })
  return { status, beginning: body.toString('utf8') }
}
