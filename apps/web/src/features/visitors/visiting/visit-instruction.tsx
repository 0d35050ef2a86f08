import { Trans } from '@lingui/react/macro'
import { Group, Stack, Text, Title } from '@mantine/core'
import type { VisitedEmergency } from '@muster/contract/visitors.ts'
import { IconMapPin } from '@tabler/icons-react'
import { Tag } from '../../../ui/badges/tag.tsx'
import { kindTitle } from '../../emergencies/public.ts'

type Props = {
  emergency: VisitedEmergency
  /** Large enough to be read from a distance. */
  big?: boolean
  /** True for the only heading of a page. */
  isTitle?: boolean
}

/** What visitors must do in an emergency, and where to go. A drill is marked. */
export function VisitInstruction({ emergency, big = false, isTitle = false }: Props) {
  const { kind, zoneName, drill, message, points } = emergency
  return (
    <>
      {drill && (
        <Group>
          {big ? (
            <Text fz={28} fw={600} lh={1.2} c="var(--m-caution-text)">
              <Trans>Drill</Trans>
            </Text>
          ) : (
            <Tag tone="yellow">
              <Trans>Drill</Trans>
            </Tag>
          )}
        </Group>
      )}
      <Title
        order={isTitle ? 1 : 2}
        fz={big ? 'clamp(2rem, 6vw, 3rem)' : 24}
        fw={600}
        lh={1.2}
        lts="-0.01em"
        dir="auto"
        style={{ overflowWrap: 'anywhere' }}
      >
        {kindTitle(kind, zoneName)}
      </Title>
      {message !== '' && (
        <Text fz={big ? 'xl' : 'md'} dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {message}
        </Text>
      )}
      {points.length > 0 && (
        <Stack gap={4}>
          <Text size={big ? 'md' : 'sm'} c="dimmed">
            <Trans>Go to</Trans>
          </Text>
          {points.map(point => (
            <Group key={point} gap={6} wrap="nowrap">
              {big ? (
                <IconMapPin size="2rem" style={{ flex: 'none' }} aria-hidden />
              ) : (
                <IconMapPin size="1.25rem" style={{ flex: 'none' }} aria-hidden />
              )}
              <Text fw={600} fz={big ? 28 : 'md'} lh={1.2} dir="auto" style={{ overflowWrap: 'anywhere' }}>
                {point}
              </Text>
            </Group>
          ))}
        </Stack>
      )}
    </>
  )
}

/** The colour of the border around an emergency or a drill. */
export const toBorderColour = (drill: boolean): string =>
  drill ? 'var(--m-caution-line)' : 'var(--m-danger)'
