import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Flex, Text } from '@mantine/core'
import type { AccountDetail } from '@muster/contract/accounts.ts'
import { formatCount } from '../../lib/format-count.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { Tag } from '../../ui/badges/tag.tsx'
import { Fact, Facts } from '../../ui/layout/facts.tsx'
import { Name } from '../../ui/people/name.tsx'
import { Email, PhoneOrNone, Quiet, SkillsAndContact, UserCode } from '../../ui/people/person-facts.tsx'
import { Day } from '../../ui/time/day.tsx'

/** Contact details, sign-in method and zones of an account. */
export function AccountFacts({ account }: { account: AccountDetail }) {
  const { profile } = useMe()
  return (
    <Facts>
      <Fact name="Email">
        <Email address={account.email} />
        {account.pendingEmail && (
          <Text size="xs" c="dimmed">
            <Trans>
              <bdi>{account.pendingEmail}</bdi> waits to be confirmed
            </Trans>
          </Text>
        )}
      </Fact>
      <Fact name="Phone">
        <PhoneOrNone number={account.phone} />
      </Fact>
      <Fact name="User code">
        <UserCode code={account.userCode} />
      </Fact>
      <Fact name="Created">
        <Day at={account.createdAt} />
      </Fact>
      <Fact name="Two-step sign-in">{account.twoStep ? t`On` : t`Off`}</Fact>
      <Fact name="Passkeys">{account.passkeys}</Fact>
      <SkillsAndContact of={account} />
      <Fact name="Zones">
        {account.zones.length > 0 ? (
          <Flex component="ul" direction="column" gap={4} mah="50vh" style={{ overflowY: 'auto' }}>
            {account.zones.map(zone => (
              <li key={zone.zoneId}>
                <Name>{zone.name}</Name> <RoleBadge role={zone.role} />
                {zone.invited && (
                  <Tag>
                    <Trans>Invited</Trans>
                  </Tag>
                )}
              </li>
            ))}
            {account.zonesTotal !== undefined && (
              <Text component="li" size="xs" c="dimmed">
                and {formatCount(account.zonesTotal - account.zones.length)} more
                {profile.role !== 'super_admin' && ', under Zone assignments'}
              </Text>
            )}
          </Flex>
        ) : (
          <Quiet>
            <Trans>None</Trans>
          </Quiet>
        )}
      </Fact>
    </Facts>
  )
}
