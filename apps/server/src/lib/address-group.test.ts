import { expect, it } from 'vitest'
import { toAddressGroup } from './address-group.ts'

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['no address: at all', 'no address: at all'],
])('%s counts as %s', (address, group) => {
  expect(toAddressGroup(address)).toBe(group)
})

it('neighbouring networks are separate', () => {
  expect(toAddressGroup('2001:db8:0:1::1')).not.toBe(toAddressGroup('2001:db8:0:2::1'))
})
