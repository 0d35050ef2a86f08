import { can } from '@muster/domain/permission.ts'
import { type Role, roles } from '@muster/domain/role.ts'
import { expect, it } from 'vitest'
import type { Access } from '../rpc/access.ts'
import { api } from '../rpc/base.ts'
import { createRouter, requireDeclared } from './router.ts'
import { accessTo, procedures } from './testing/procedures.ts'

// What is declared is read without anything behind it.
const nothing = {} as never
const router = createRouter({
  accounts: nothing,
  auth: nothing,
  settings: nothing,
  zones: nothing,
  users: nothing,
  security: nothing,
  presence: nothing,
  maps: nothing,
  trackers: nothing,
  dashboards: nothing,
  webhooks: nothing,
})
const declared = procedures.map(it => ({ ...it, access: accessTo(router, it) }))

const short: Record<Role, string> = {
  super_admin: 'super',
  admin: 'admin',
  client_admin: 'client',
  zone_manager_rw: 'rw',
  zone_manager_ro: 'ro',
  app_user: 'user',
  manager: 'mgr',
  supervisor: 'sup',
  worker: 'wrk',
}

function whoOf({ who, permission }: Access): string {
  if (who === 'anyone') return 'anyone'
  const held = permission === null ? roles : roles.filter(role => can(role, permission))
  const people = held.length === roles.length ? 'all' : held.map(role => short[role]).join(' ')
  return `${who}${permission === null ? '' : ` ${permission}`}: ${people}`
}

function lineOf(name: string, access: Access): string {
  const { refuses, pin, invited, transaction, who } = access
  const notes = [
    who === 'in zone' && !pin ? 'without PIN' : '',
    invited ? 'also invited' : '',
    refuses === 'FORBIDDEN' ? '' : refuses,
    transaction === 'actor' ? '' : 'owner' in transaction ? 'as owner' : 'no transaction',
  ].filter(Boolean)
  return [name, whoOf(access), ...notes].join(' | ')
}

it('a procedure that does not declare who may call it is not served', () => {
  const forgetful = { security: { dashboard: api.security.dashboard.handler(() => nothing) } }
  expect(() => requireDeclared(forgetful)).toThrow('security.dashboard does not declare who may call it')
  expect(declared.filter(it => !it.access).map(it => it.name)).toEqual([])
})

it('the contract names every refusal that is declared', () => {
  const missing = declared.flatMap(({ name, errorCodes, access }) => {
    if (!access || access.who === 'anyone') return []
    const codes = ['UNAUTHORIZED', 'TOO_MANY_REQUESTS']
    if (access.permission) codes.push(access.refuses)
    if (access.who === 'in zone') codes.push('ZONE_NOT_FOUND')
    if (access.pin) codes.push('ZONE_ENTRY_REQUIRED')
    return codes.filter(code => !errorCodes.includes(code)).map(code => `${name}: ${code}`)
  })
  expect(missing).toEqual([])
})

it('what names a zone asks whether one belongs to it', () => {
  const open = declared.filter(({ path, access }) => path.includes('{zoneId}') && access?.who !== 'in zone')
  expect(open.map(it => it.name)).toEqual([])
})

it('this is who may call what', () => {
  expect(declared.map(({ name, access }) => access && lineOf(name, access))).toMatchInlineSnapshot(`
    [
      "auth.settings | anyone | no transaction",
      "auth.signUp | anyone | no transaction",
      "auth.signIn | anyone | no transaction",
      "auth.signOut | signed in: all | as owner",
      "auth.me | signed in: all",
      "auth.requestPasswordReset | anyone | no transaction",
      "auth.resetPassword | anyone | no transaction",
      "auth.confirmEmail | anyone | no transaction",
      "auth.resendConfirmation | anyone | no transaction",
      "auth.changePassword | signed in: all | no transaction",
      "auth.devices | signed in: all | as owner",
      "auth.revokeDevice | signed in: all | as owner",
      "auth.setUpFirstAdmin | anyone | no transaction",
      "accounts.list | signed in edit_users: super admin",
      "accounts.count | signed in edit_users: super admin",
      "accounts.detail | signed in edit_users: super admin",
      "accounts.create | signed in create_users: super admin | no transaction",
      "accounts.createMany | signed in create_users: super admin | as owner",
      "accounts.exportCsv | signed in edit_users: super admin",
      "accounts.inviteAgain | signed in create_users: super admin",
      "accounts.update | signed in edit_users: super admin | as owner",
      "accounts.removal | signed in delete_users: super admin | as owner",
      "accounts.remove | signed in delete_users: super admin | as owner",
      "accounts.assign | in zone edit_users: super admin",
      "zones.mine | signed in: all",
      "zones.all | signed in view_all_zones: super admin",
      "zones.counts | signed in view_all_zones: super admin",
      "zones.get | in zone view_zones: all",
      "zones.create | signed in create_zones: super admin client | no transaction",
      "zones.enter | in zone view_zones: all | without PIN | also invited | no transaction",
      "zones.myPin | signed in: all | as owner",
      "zones.askPinReset | in zone view_zones: all | without PIN | also invited | as owner",
      "zones.update | in zone edit_zones: super admin client rw",
      "zones.setStatus | in zone suspend_zones: super admin",
      "zones.removal | in zone delete_zones: super admin | as owner",
      "zones.remove | in zone delete_zones: super admin | as owner",
      "zones.shapes | in zone edit_zones: super admin client rw",
      "zones.shape | in zone edit_zones: super admin client rw",
      "zones.restoreShape | in zone edit_zones: super admin client rw",
      "zones.createMany | signed in create_zones: super admin client | no transaction",
      "zones.export | signed in edit_zones: super admin client rw",
      "zones.places | signed in: all | no transaction",
      "zones.at | signed in: all | no transaction",
      "users.inZone | in zone view_zone_users: super admin client rw ro | VIEW_USERS_FORBIDDEN",
      "users.counts | in zone view_zone_users: super admin client rw ro | VIEW_USERS_FORBIDDEN",
      "users.detail | in zone view_zone_users: super admin client rw ro | VIEW_USERS_FORBIDDEN",
      "users.addByCode | in zone link_users: super admin client rw | ADD_USER_FORBIDDEN | no transaction",
      "users.unlink | in zone unlink_users: super admin client rw",
      "users.changeRole | in zone change_roles: super admin rw",
      "users.declineInvitation | in zone: all | without PIN | also invited",
      "users.resetPin | in zone reset_zone_pin: super admin client rw | as owner",
      "presence.checkUserInZone | in zone check_position: all | also invited | no transaction",
      "presence.pointInZone | in zone view_zones: all | no transaction",
      "presence.status | in zone: all",
      "presence.panel | in zone view_attendance: super admin client rw ro",
      "presence.visitsOf | in zone view_attendance: super admin client rw ro",
      "presence.inside | in zone view_attendance: super admin client rw ro",
      "presence.insideCsv | in zone view_attendance: super admin client rw ro",
      "presence.positions | in zone track_live_locations: super admin rw ro",
      "presence.mine | signed in: all",
      "presence.startSharing | in zone check_position: all",
      "presence.pauseSharing | signed in: all",
      "presence.endSharing | signed in: all",
      "presence.mySharing | signed in: all",
      "presence.sharers | in zone view_attendance: super admin client rw ro",
      "presence.requestTracking | in zone request_location_tracking: all",
      "presence.trackingRequests | signed in: all",
      "presence.answerTrackingRequest | signed in: all",
      "trackers.list | signed in: all",
      "trackers.create | signed in: all",
      "trackers.revoke | signed in: all",
      "maps.base | signed in: all | no transaction",
      "maps.settings | signed in manage_maps: super | no transaction",
      "maps.update | signed in manage_maps: super | no transaction",
      "maps.googleKey | signed in: all | no transaction",
      "maps.apiKeys | signed in: all | no transaction",
      "webhooks.list | signed in manage_webhooks: super admin",
      "webhooks.create | signed in manage_webhooks: super admin",
      "webhooks.update | signed in manage_webhooks: super admin",
      "webhooks.rotateSecret | signed in manage_webhooks: super admin | as owner",
      "webhooks.remove | signed in manage_webhooks: super admin",
      "webhooks.test | signed in manage_webhooks: super admin | as owner",
      "webhooks.deliveries | signed in manage_webhooks: super admin",
      "webhooks.resend | signed in manage_webhooks: super admin | as owner",
      "settings.locationLooks | signed in: all | as owner",
      "settings.kept | signed in: all | as owner",
      "settings.updateProfile | signed in: all",
      "settings.regenerateUserCode | signed in: all",
      "settings.changePin | signed in: all | no transaction",
      "settings.removeProfileImage | signed in: all",
      "settings.deleteMyAccount | signed in: all | no transaction",
      "security.auditRlsCompliance | signed in view_security: super admin",
      "security.logEvent | signed in: all",
      "security.logLocationAccess | signed in: all",
      "security.checkSuspiciousActivity | signed in view_security: super admin",
      "security.setAccountStatus | signed in set_user_status: super admin | as owner",
      "security.dashboard | signed in view_security: super admin",
      "security.events | signed in view_security: super admin",
      "security.eventsCsv | signed in view_security: super admin",
      "security.verifyChain | signed in view_security: super admin | no transaction",
      "security.createBreachNotification | signed in manage_security: super admin",
      "security.breachNotices | signed in view_security: super admin",
      "security.cleanUp | signed in manage_security: super admin | no transaction",
      "dashboards.systemStatus | signed in view_security: super admin | no transaction",
    ]
  `)
})
