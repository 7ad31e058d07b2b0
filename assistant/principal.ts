/** What a person may do. `ask`: on threads of their own. `review`: on all threads of their tenant, and decide on their calls. `operate`: besides, read what the service has written down of requests. */
type AccessRole = "ask" | "review" | "operate";

/** Who asks. */
export interface Principal {
  tenant: string;
  name: string;
  role: AccessRole;
}

/** Whoever can reach the service, where nothing is asked of them. */
export const LOCAL_USER: Principal = { tenant: "default", name: "user", role: "operate" };
