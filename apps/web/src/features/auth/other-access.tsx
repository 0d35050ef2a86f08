import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
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

/** Passkeys come first because they can sign in; location apps only send positions. `now` is in milliseconds. */
export function toAccessRows({ passkeys, locationApps }: OtherAccess, now: number): AccessRow[] {
  const isRecent = (createdAt: string) => now - Date.parse(createdAt) < RECENT_DAYS * 86_400_000
  const toRow = (kind: AccessRow['kind']) => (it: Omit<AccessRow, 'kind' | 'recent'>) => {
    const { id, name, createdAt, lastUsedAt } = it
    return { id, kind, name, createdAt, lastUsedAt, recent: isRecent(createdAt) }
  }
  return [...passkeys.map(toRow('passkey')), ...locationApps.map(toRow('location app'))]
}

const kindStyles = {
  passkey: { icon: IconFingerprint, label: t`Passkey` },
  'location app': { icon: IconMapPinShare, label: t`Location app` },
} as const

type Props = { rows: readonly AccessRow[]; children: (row: AccessRow, index: number) => ReactNode }

/** The passkeys and location apps that work without the password. `children` renders the control beside each one. */
export function OtherAccessList({ rows, children }: Props) {
  return (
    <Rows>
      {rows.map((row, index) => {
        const { icon, label } = kindStyles[row.kind]
        return (
          <li key={row.id}>
            <RowHead
              icon={icon}
              title={<Name>{row.name}</Name>}
              detail={
                <>
                  <div>{label}</div>
                  <Trans>
                    Added <Day at={row.createdAt} />
                  </Trans>
                  {' · '}
                  {row.lastUsedAt ? (
                    <Trans>
                      last used <RelativeTime at={row.lastUsedAt} />
                    </Trans>
                  ) : (
                    t`not used yet`
                  )}
                </>
              }
            >
              {row.recent && (
                <Tag tone="caution">
                  <Trans>
                    Added in the last <Plural value={RECENT_DAYS} one="# day" other="# days" />
                  </Trans>
                </Tag>
              )}
            </RowHead>
            {children(row, index)}
          </li>
        )
      })}
    </Rows>
  )
}
