import { t } from '@lingui/core/macro'
import { NoticeSwitch } from './notice-switch.tsx'
import { useFollow, useNotices } from './use-notices.ts'

type Props = { zoneId: string; userId: string; name: string }

/** Chooses whether one is told when a person enters or leaves a zone. */
export function FollowSwitch({ zoneId, userId, name }: Props) {
  const { data } = useNotices()
  const save = useFollow()
  const rule = data?.rules.find(it => it.kind === 'people' && it.zoneId === zoneId)
  const isFollowed = rule?.enabled === true && rule.people.some(it => it.userId === userId)
  return (
    <NoticeSwitch
      label={t`Tell me when ${name} enters or leaves`}
      description={t`They can see that in their settings.`}
      disabled={!data}
      checked={save.isPending ? save.variables.follows : isFollowed}
      onChange={follows => save.mutate({ zoneId, userId, follows })}
    />
  )
}
