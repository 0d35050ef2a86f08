export { FollowSwitch } from './follow-switch.tsx'
export { NoticeSettings } from './notice-settings.tsx'
export { NotifyMeButton } from './notify-me-button.tsx'
