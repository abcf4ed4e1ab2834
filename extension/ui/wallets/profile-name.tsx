import type { Profile } from '../../gateway/profiles.ts'

/** A gateway by its colour and its name, and where it is chosen among others, its origin and account. */
export function ProfileName({ profile, withOrigin = false }: { profile: Profile; withOrigin?: boolean }) {
  return (
    <span class="profile-name">
      <span class={`dot dot-${profile.colour}`} aria-hidden="true" />
      <span class="profile-text">
        <bdi class="profile-title">{profile.name}</bdi>
        {withOrigin && (
          <span class="profile-origin">
            {profile.origin} · {profile.email}
          </span>
        )}
      </span>
    </span>
  )
}
