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
import {
  Email,
  EmergencyContactFact,
  PhoneFact,
  QuietText,
  SkillsFact,
  UserCode,
} from '../../ui/people/person-facts.tsx'
import { Day } from '../../ui/time/day.tsx'

/** The facts about an account: contact details, user code, sign-in methods, skills and zones. */
export function AccountFacts({ account }: { account: AccountDetail }) {
  const { profile } = useMe()
  const { pendingEmail, zones, zonesTotal } = account
  const more = zonesTotal !== undefined && formatCount(zonesTotal - zones.length)
  return (
    <Facts>
      <Fact name={t`Email`}>
        <Email address={account.email} />
        {pendingEmail && (
          <Text size="xs" c="dimmed">
            <Trans>
              <bdi>{pendingEmail}</bdi> isn’t confirmed yet
            </Trans>
          </Text>
        )}
      </Fact>
      <PhoneFact number={account.phone} />
      <Fact name={t`User code`}>
        <UserCode code={account.userCode} />
      </Fact>
      <Fact name={t`Created`}>
        <Day at={account.createdAt} />
      </Fact>
      <Fact name={t`Two-step sign-in`}>
        {account.twoStep
          ? t({ message: 'On', context: 'state of two-step sign-in' })
          : t({ message: 'Off', context: 'state of two-step sign-in' })}
      </Fact>
      <Fact name={t`Passkeys`}>{formatCount(account.passkeys)}</Fact>
      <SkillsFact skills={account.skills} />
      <EmergencyContactFact contact={account.emergencyContact} />
      <Fact name={t`Zones`}>
        {zones.length > 0 ? (
          <Flex component="ul" direction="column" gap={4} mah="50vh" style={{ overflowY: 'auto' }}>
            {zones.map(zone => (
              <li key={zone.zoneId}>
                <Name>{zone.name}</Name> <RoleBadge role={zone.role} />
                {zone.invited && <Tag>{t`Invited`}</Tag>}
              </li>
            ))}
            {more && (
              <Text component="li" size="xs" c="dimmed">
                {profile.role === 'super_admin' ? (
                  <Trans>and {more} more</Trans>
                ) : (
                  <Trans>and {more} more, under Zone assignments</Trans>
                )}
              </Text>
            )}
          </Flex>
        ) : (
          <QuietText>{t`None`}</QuietText>
        )}
      </Fact>
    </Facts>
  )
}
