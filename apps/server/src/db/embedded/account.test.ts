import { describe, expect, test } from 'vitest'
import { chooseAccount, requireNamedAccount } from './account.ts'

const passwd = `root:x:0:0:root:/root:/bin/bash
nobody:x:65534:65533:nobody:/nonexistent:/usr/sbin/nologin
postgres:x:101:104::/var/lib/postgresql:/bin/bash`

describe('the account PostgreSQL runs under', () => {
  test('is our own for a plain user', () => {
    expect(chooseAccount(passwd, 1000)).toBeUndefined()
  })

  test('is postgres for root, or otherwise nobody', () => {
    expect(chooseAccount(passwd, 0)).toEqual({ name: 'postgres', uid: 101, gid: 104 })
    expect(chooseAccount(passwd.split('\n').slice(0, 2).join('\n'), 0)).toEqual({
      name: 'nobody',
      uid: 65534,
      gid: 65533,
    })
  })

  test('is refused with instructions if root finds no account to use', () => {
    expect(() => chooseAccount('root:x:0:0:root:/root:/bin/bash', 0)).toThrow('DATABASE_URL')
  })
})

test('refuses an account without a name in one sentence', () => {
  const readNothing = () => {
    throw new Error('ENOENT: uv_os_get_passwd')
  }
  expect(() => requireNamedAccount(readNothing)).toThrow(/has no entry in \/etc\/passwd/)
  expect(() => requireNamedAccount(() => ({ username: 'muster' }))).not.toThrow()
})
