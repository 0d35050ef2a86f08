import { expect, it } from 'vitest'
import { findPublicAddresses, isPublicAddress } from './public-address.ts'

it('addresses of this machine, private networks and cloud metadata are not public', () => {
  const privateAddresses = [
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.100.100.200',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    'fd00::1',
    'fe80::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    'no address',
  ]
  expect(privateAddresses.filter(isPublicAddress)).toEqual([])
  expect(['1.1.1.1', '172.32.0.1', '2606:4700::1111'].every(isPublicAddress)).toBe(true)
})

it('a name with any private address is refused', async () => {
  const resolveTo =
    (...addresses: string[]) =>
    async () =>
      addresses.map(address => ({ address, family: 4 }))
  await expect(findPublicAddresses('a.example', resolveTo('1.1.1.1', '10.0.0.1'))).rejects.toThrow(
    'open internet',
  )
  await expect(findPublicAddresses('a.example', resolveTo())).rejects.toThrow('open internet')
  const failLookup = () => Promise.reject(new Error('getaddrinfo ENOTFOUND a.example'))
  await expect(findPublicAddresses('a.example', failLookup)).rejects.toThrow('open internet')
  await expect(findPublicAddresses('[::1]', resolveTo('1.1.1.1'))).rejects.toThrow('open internet')
  await expect(findPublicAddresses('a.example', resolveTo('1.1.1.1'))).resolves.toEqual([
    { address: '1.1.1.1', family: 4 },
  ])
})
