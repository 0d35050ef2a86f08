import { Anchor, Flex, Text } from '@mantine/core'
import type { AccountDetail } from '@muster/contract/accounts.ts'
import { formatCount } from '../../lib/format-count.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { Tag } from '../../ui/badges/tag.tsx'
import { Fact, Facts } from '../../ui/layout/facts.tsx'
import { Name } from '../../ui/people/name.tsx'
import { CopyButton } from '../../ui/sharing/copy-button.tsx'
import { Day } from '../../ui/time/day.tsx'

/** How to reach somebody, how they sign in, and the zones they belong to. */
export function AccountFacts({ account }: { account: AccountDetail }) {
  const { profile } = useMe()
  const { emergencyContact: contact } = account
  return (
    <Facts>
      <Fact name="Email">
        <Anchor href={`mailto:${account.email}`} underline="always">
          {account.email}
        </Anchor>
        {account.pendingEmail && (
          <Text size="xs" c="dimmed">
            <bdi>{account.pendingEmail}</bdi> waits to be confirmed
          </Text>
        )}
      </Fact>
      <Fact name="Phone">
        {account.phone ? (
          <Anchor href={`tel:${account.phone.replace(/[^+\d]/g, '')}`} underline="always">
            {account.phone}
          </Anchor>
        ) : (
          <Text span size="xs" c="dimmed">
            Not given
          </Text>
        )}
      </Fact>
      <Fact name="User code">
        <Flex component="span" align="center" my={-10}>
          {account.userCode}
          <CopyButton text={account.userCode} label="Copy code" iconOnly />
        </Flex>
      </Fact>
      <Fact name="Created">
        <Day at={account.createdAt} />
      </Fact>
      <Fact name="Two-step sign-in">{account.twoStep ? 'On' : 'Off'}</Fact>
      <Fact name="Passkeys">{account.passkeys}</Fact>
      <Fact name="Skills">
        {account.skills.length > 0 ? (
          <Flex component="span" wrap="wrap" align="center" gap={6}>
            {account.skills.map(skill => (
              <Tag key={skill}>{skill}</Tag>
            ))}
          </Flex>
        ) : (
          <Text span size="xs" c="dimmed">
            None given
          </Text>
        )}
      </Fact>
      <Fact name="Emergency contact">
        {contact.name || contact.phone ? (
          <Name>{[contact.name, contact.relationship, contact.phone].filter(Boolean).join(', ')}</Name>
        ) : (
          <Text span size="xs" c="dimmed">
            Not given
          </Text>
        )}
      </Fact>
      <Fact name="Zones">
        {account.zones.length > 0 ? (
          <Flex component="ul" direction="column" gap={4} mah="50vh" style={{ overflowY: 'auto' }}>
            {account.zones.map(zone => (
              <li key={zone.zoneId}>
                <Name>{zone.name}</Name> <RoleBadge role={zone.role} />
                {zone.invited && <Tag>Invited</Tag>}
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
          <Text span size="xs" c="dimmed">
            None
          </Text>
        )}
      </Fact>
    </Facts>
  )
}
