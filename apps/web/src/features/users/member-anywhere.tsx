import { t } from '@lingui/core/macro'
import { SegmentedControl, Stack } from '@mantine/core'
import type { AccountDetail } from '@muster/contract/accounts.ts'
import { zoneTopic } from '@muster/contract/topic.ts'
import { isInternalAdmin } from '@muster/domain/role.ts'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { formatCount } from '../../lib/format-count.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import { Button } from '../../ui/button.tsx'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'
import { Select } from '../../ui/forms/select.tsx'
import { Fact, Facts } from '../../ui/layout/facts.tsx'
import { Name } from '../../ui/people/name.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { AccountDetails } from '../accounts/public.ts'
import { AddUserDialog } from './add-user-dialog.tsx'
import classes from './app-user-details.module.css'
import { isOffered, MemberBody } from './member-drawer.tsx'
import { useZonePerson } from './use-zone-person.ts'

type Zone = AccountDetail['zones'][number]
type Section = 'member' | 'account'
type Props = {
  userId: string
  onMissing: () => void
  first?: Section
}

const sections = [
  { value: 'member', label: t`In the zone` },
  { value: 'account', label: t`Account` },
] as const

/** The account, and one membership at a time. For people without a zone, only the account. */
export function MemberAnywhere({ userId, onMissing, first = 'member' }: Props) {
  const { data: account, refetch } = useQuery(orpc.accounts.detail.queryOptions({ input: { userId } }))
  const [section, setSection] = useState<string>(first)
  const [zoneId, setZoneId] = useState<string>()
  const zones = account?.zones ?? []
  const shown = formatCount(zones.length)
  const zonesTotal = account?.zonesTotal !== undefined && formatCount(account.zonesTotal)
  const zone = zones.find(candidate => candidate.zoneId === zoneId) ?? findLatestZone(zones)
  const accountDetails = (
    <>
      <AccountDetails userId={userId} onMissing={onMissing} />
      {account && <AddToZone account={account} />}
    </>
  )
  if (!account || !zone) return accountDetails
  return (
    <Stack gap={20} className={classes.details}>
      <SegmentedControl aria-label={t`Details`} data={[...sections]} value={section} onChange={setSection} />
      {section === 'account' ? (
        accountDetails
      ) : (
        <>
          {zones.length === 1 ? (
            <Facts>
              <Fact name={t`Zone`}>
                <Name>{zone.name}</Name>
              </Fact>
            </Facts>
          ) : (
            <Select
              label={t`Zone`}
              description={
                zonesTotal &&
                t`Showing the first ${shown} of ${zonesTotal} zones. To see another zone, select it above the list.`
              }
              data={zones.map(zoneOption => ({ value: zoneOption.zoneId, label: zoneOption.name }))}
              value={zone.zoneId}
              onChange={value => setZoneId(value ?? undefined)}
              searchable
              allowDeselect={false}
            />
          )}
          <MemberInZone key={zone.zoneId} userId={userId} zone={zone} readZones={refetch} />
        </>
      )}
    </Stack>
  )
}

function AddToZone({ account: { role, userCode } }: { account: AccountDetail }) {
  const { profile } = useMe()
  const dialog = useDialog()
  if (profile.role !== 'super_admin' || isInternalAdmin(role)) return null
  return (
    <>
      <Button variant="default" mt="md" icon={IconUserPlus} onClick={dialog.open}>
        {t`Add to a zone`}
      </Button>
      <AddUserDialog zone={undefined} userCode={userCode} {...dialog.props} />
    </>
  )
}

/** The one the person is inside, or else was last seen in, or else one they have joined. */
function findLatestZone(zones: readonly Zone[]): Zone | undefined {
  const toRank = ({ presence, lastSeen, invited }: Zone) =>
    (presence === 'inside' ? Number.MAX_SAFE_INTEGER / 2 : 0) +
    (lastSeen === null ? Number(!invited) : Date.parse(lastSeen))
  return zones.toSorted((a, b) => toRank(b) - toRank(a))[0]
}

type MemberInZoneProps = {
  userId: string
  zone: Zone
  readZones: () => Promise<unknown>
}

function MemberInZone({ userId, zone, readZones }: MemberInZoneProps) {
  const { rights } = useSelectedZone()
  const zonePerson = useZonePerson(zone.zoneId, userId, noRows)
  const { gone } = zonePerson
  useFeedTopic(zoneTopic(zone.zoneId))
  useEffect(() => {
    if (gone) void readZones()
  }, [gone, readZones])
  if (gone) return <ListSkeleton count={2} />
  return (
    <MemberBody
      zone={{ id: zone.zoneId, name: zone.name }}
      zonePerson={zonePerson}
      own={rights}
      mayUnlink={isOffered(rights, 'unlink_users')}
      onUnlinked={() => void readZones()}
    />
  )
}

const noRows: never[] = []
