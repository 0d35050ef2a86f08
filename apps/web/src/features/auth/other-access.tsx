import type { OtherAccess } from '@muster/contract/auth.ts'
import { IconFingerprint, IconMapPinShare } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Tag } from '../../ui/badges/tag.tsx'
import { Name } from '../../ui/people/name.tsx'
import { Day } from '../../ui/time/day.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import classes from './other-access.module.css'

const RECENT_DAYS = 30

export type AccessRow = {
  id: string
  kind: 'passkey' | 'location app'
  name: string
  createdAt: string
  lastUsedAt: string | null
  /** Added within the last 30 days: whoever knew the old password may have added it. */
  recent: boolean
}

/** Passkeys first: they sign in, location apps only send positions. `now`: ms. */
export function accessRows({ passkeys, locationApps }: OtherAccess, now: number): AccessRow[] {
  const recent = (createdAt: string) => now - Date.parse(createdAt) < RECENT_DAYS * 86_400_000
  const rowOf = (kind: AccessRow['kind']) => (it: Omit<AccessRow, 'kind' | 'recent'>) => {
    const { id, name, createdAt, lastUsedAt } = it
    return { id, kind, name, createdAt, lastUsedAt, recent: recent(createdAt) }
  }
  return [...passkeys.map(rowOf('passkey')), ...locationApps.map(rowOf('location app'))]
}

const kinds = {
  passkey: { icon: IconFingerprint, words: 'Passkey' },
  'location app': { icon: IconMapPinShare, words: 'Location app' },
} as const

type Props = { rows: readonly AccessRow[]; children: (row: AccessRow, place: number) => ReactNode }

/** The passkeys and location apps that work without the password. `children` renders the control beside each. */
export function OtherAccessList({ rows, children }: Props) {
  return (
    <ul className={classes.list}>
      {rows.map((row, place) => {
        const { icon: Icon, words } = kinds[row.kind]
        return (
          <li key={row.id} className={classes.row}>
            <Icon size="1.5rem" stroke={1.6} aria-hidden className={classes.icon} />
            <div className={classes.words}>
              <div className={classes.name}>
                <Name>{row.name}</Name>
              </div>
              <div className={classes.detail}>{words}</div>
              <div className={classes.detail}>
                Added <Day at={row.createdAt} /> ·{' '}
                {row.lastUsedAt ? (
                  <>
                    last used <RelativeTime at={row.lastUsedAt} />
                  </>
                ) : (
                  'not used yet'
                )}
              </div>
              {row.recent && <Tag tone="caution">Added in the last {RECENT_DAYS} days</Tag>}
            </div>
            {children(row, place)}
          </li>
        )
      })}
    </ul>
  )
}
