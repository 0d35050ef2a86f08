import { t } from '@lingui/core/macro'
import { FailedLine } from '../../ui/states/failed-line.tsx'
import { NoticeSwitch } from './notice-switch.tsx'
import { useFollow, useNotices } from './use-notices.ts'

type Props = { zoneId: string; userId: string; name: string }

export function FollowSwitch({ zoneId, userId, name }: Props) {
  const query = useNotices()
  const { data, isError } = query
  const save = useFollow()
  if (isError && !data) return <FailedLine text={t`Failed to load your notices`} query={query} />
  const rule = data?.rules.find(it => it.kind === 'people' && it.zoneId === zoneId)
  const isFollowed = rule?.enabled === true && rule.people.some(it => it.userId === userId)
  return (
    <NoticeSwitch
      label={t`Tell me when ${name} enters or leaves`}
      description={
        rule?.enabled === false && rule.people.length > 0
          ? t`You turned these notices off for this zone. This turns them on again for everybody you follow there.`
          : t`They can see that in their settings.`
      }
      disabled={!data}
      checked={save.isPending ? save.variables.follows : isFollowed}
      onChange={follows => save.mutate({ zoneId, userId, follows })}
    />
  )
}
