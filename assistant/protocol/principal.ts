export const ACCESS_ROLES = ["ask", "review", "operate"] as const;
/**
 * What a person may do. `ask`: on threads of their own, and read those that are shared. `review`: besides, read all threads of
 * their tenant, decide on calls that wait there, end runs, and write documents. `operate`: everything on all of them.
 */
type AccessRole = (typeof ACCESS_ROLES)[number];

/** Who asks. */
export interface Principal {
  tenant: string;
  name: string;
  /** `link`: anonymous holder of a share link to one thread. */
  role: AccessRole | "link";
  /** Of a link: all that it reads. */
  thread?: string;
}

/** Whoever can reach the service, where nothing is asked of them. */
export const LOCAL_USER: Principal = { tenant: "default", name: "user", role: "operate" };
