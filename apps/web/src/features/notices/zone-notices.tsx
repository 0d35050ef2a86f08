import { t } from '@lingui/core/macro'
import { Box, Flex, Stack, Text } from '@mantine/core'
import type { NoticeRule } from '@muster/contract/notices.ts'
import type { ZoneNoticeKind } from '@muster/domain/notice.ts'
import { IconTrash } from '@tabler/icons-react'
import { api } from '../../lib/api.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { NoticeSwitch } from './notice-switch.tsx'
import { noticeText } from './notice-words.ts'
import { useNoticeAct, useSetOfZone } from './use-notices.ts'

export type ZoneRule = NoticeRule & { zoneId: string; kind: ZoneNoticeKind }

export function ZoneNotices({ rules }: { rules: readonly ZoneRule[] }) {
  if (rules.length === 0)
    return (
      <Text c="dimmed">
        {t`None yet. Choose them with “Alert me” on Inside now, or in the details of a person.`}
      </Text>
    )
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
      {rules.map(rule => (
        <li key={rule.id}>
          <ZoneNotice rule={rule} />
        </li>
      ))}
    </Stack>
  )
}

function ZoneNotice({ rule }: { rule: ZoneRule }) {
  const { id: ruleId, zoneId, zoneName, kind, threshold, people } = rule
  const save = useSetOfZone()
  const remove = useNoticeAct(() => api.notices.remove({ ruleId }))
  const text = noticeText(rule)
  const zoneTitle = zoneName ?? ''
  return (
    <Flex align="center" gap="xs">
      <Box flex={1} miw={0}>
        <NoticeSwitch
          label={
            <>
              <bdi>{zoneTitle}</bdi>: {text}
            </>
          }
          description={people.length > 0 && <bdi>{people.map(it => it.name).join(', ')}</bdi>}
          checked={save.isPending ? save.variables.enabled : rule.enabled}
          onChange={enabled => save.mutate({ zoneId, kind, threshold, enabled })}
        />
      </Box>
      <ActionIcon
        icon={IconTrash}
        size={44}
        loading={remove.isPending}
        aria-label={t`Remove: ${zoneTitle}, ${text}`}
        onClick={() => remove.mutate(undefined)}
      />
    </Flex>
  )
}
