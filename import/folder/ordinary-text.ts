/**
 * Prose and notations that are no ids. A guessed pattern that finds something in here would take ordinary words of an
 * answer for ids, and an agent's honest sentence for a fabrication.
 */
export const ORDINARY_TEXT = `
the a an and or of to in on is are was be been it its this that these those with without for from by as at not no if then
when while after before during must shall should may can will would could test tests case cases requirement requirements
change changes feature features component components area areas root path paths message messages protocol interface
release version section chapter table figure step steps result expected given verify check device network user node
server client session request response error failure timer handover cell base station packet port link traffic route
policy state status config configuration system service value default source code file function method class module
The quick brown fox jumps over the lazy dog. This works as designed; see Section 4.2, Table 3 and Figure 12 (left side).
and/or read/write client/server TCP/IP input/output yes/no either/or up/down link-local end-to-end read-only well-known
non-zero make-before-break state-of-the-art user-defined root-cause area-based feature-rich test-driven feature/bug
2024 2024-05-01 01.02.2024 12:30 12:30:45 10:1 3.14 1,000 100% 50/50 1/2 5G 4G IPv4 IPv6 UTF-8 ISO-8859-1 SHA-256 AES-128
10.0.0.1 192.168.1.0/24 2001:db8::1 00:1A:11:00:00:01 eth0 port-1 TS 38.413 RFC 7030 R16 Rel-17 v1.2.3 x86_64 gNB-DU
http://example.com/a/b/index.html https://example.org mail@example.com main.c README.md e.g. i.e. etc. vs. cf. a.m. p.m.
note: todo: example: warning: steps: key=value --flag -v foo_bar fooBar FooBar FOO_BAR foo::bar foo.bar() std::string
OpenConfig gNMI gRPC BGP OSPF LACP ACL QoS HTTP HTTPS JSON XML YAML API CLI GUI SQL CPU RAM DNS NTP VLAN MPLS GNSS
`;
