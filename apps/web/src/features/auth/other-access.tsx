import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { OtherAccess } from '@muster/contract/auth.ts'
import { IconFingerprint, IconMapPinShare } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Tag } from '../../ui/badges/tag.tsx'
import { RowHead } from '../../ui/layout/row-head.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { Name } from '../../ui/people/name.tsx'
import { Day } from '../../ui/time/day.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'

const RECENT_DAYS = 30

export type AccessRow = {
  id: string
  kind: 'passkey' | 'location app'
  name: string
  createdAt: string
  lastUsedAt: string | null
  /** Added within the last 30 days, possibly by somebody who knew the old password. */
  recent: boolean
}

/** Lists passkeys first, since they can sign in; location apps only send positions. `now`: ms. */
export function accessRows({ passkeys, locationApps }: OtherAccess, now: number): AccessRow[] {
  const recent = (createdAt: string) => now - Date.parse(createdAt) < RECENT_DAYS * 86_400_000
  const rowOf = (kind: AccessRow['kind']) => (it: Omit<AccessRow, 'kind' | 'recent'>) => {
    const { id, name, createdAt, lastUsedAt } = it
    return { id, kind, name, createdAt, lastUsedAt, recent: recent(createdAt) }
  }
  return [...passkeys.map(rowOf('passkey')), ...locationApps.map(rowOf('location app'))]
}

const kinds = {
  passkey: { icon: IconFingerprint, words: t`Passkey` },
  'location app': { icon: IconMapPinShare, words: t`Location app` },
} as const

type Props = { rows: readonly AccessRow[]; children: (row: AccessRow, place: number) => ReactNode }

/** The passkeys and location apps that work without the password. `children` renders the control beside each. */
export function OtherAccessList({ rows, children }: Props) {
  return (
    <Rows>
      {rows.map((row, place) => {
        const { icon, words } = kinds[row.kind]
        return (
          <li key={row.id}>
            <RowHead
              icon={icon}
              title={<Name>{row.name}</Name>}
              detail={
                <>
                  <div>{words}</div>
                  Added <Day at={row.createdAt} /> ·{' '}
                  {row.lastUsedAt ? (
                    <>
                      <Trans>last used</Trans> <RelativeTime at={row.lastUsedAt} />
                    </>
                  ) : (
                    'not used yet'
                  )}
                </>
              }
            >
              {row.recent && (
                <Tag tone="caution">
                  <Trans>Added in the last {RECENT_DAYS} days</Trans>
                </Tag>
              )}
            </RowHead>
            {children(row, place)}
          </li>
        )
      })}
    </Rows>
  )
}
