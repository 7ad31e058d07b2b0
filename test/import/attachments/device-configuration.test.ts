import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDeviceConfiguration } from "../../../import/attachments/device-configuration.ts";

/** Blocks as `head: beneath, beneath`. */
function read(...lines: string[]) {
  const { blocks, problems } = readDeviceConfiguration(lines.join("\n"));
  return { blocks: blocks.map(({ text, below }) => [text, ...below.map((line) => line.text)]), problems };
}

describe("a device's configuration", () => {
  // From the documentation of netutils 1.19.2 (Network to Code, Apache-2.0), which reads them as the same blocks.
  it("holds blocks with what is indented beneath them, comments and blank lines left out", () => {
    expect(
      read(
        "!",
        "aaa group server tacacs+ auth",
        " server 10.1.1.1",
        " server 10.2.2.2",
        "",
        "!",
        "aaa group server tacacs+ acct",
      ),
    ).toEqual({
      blocks: [
        ["aaa group server tacacs+ auth", "server 10.1.1.1", "server 10.2.2.2"],
        ["aaa group server tacacs+ acct"],
      ],
      problems: [],
    });
    expect(
      read("interface Ethernet1/1", "  vlan 10", "  no shutdown", "interface Ethernet1/2", "  shutdown").blocks,
    ).toEqual([
      ["interface Ethernet1/1", "vlan 10", "no shutdown"],
      ["interface Ethernet1/2", "shutdown"],
    ]);
    const flat = ["set deviceconfig system hostname firewall1", "set deviceconfig setting config rematch yes"];
    expect(read(...flat).blocks).toEqual(flat.map((line) => [line]));
  });

  it("keeps all depths beneath a block, and where each line stands", () => {
    const { blocks } = readDeviceConfiguration("router bgp 1\r\n address-family ipv4\r\n  neighbor x\r\n!\r\nend");
    expect(blocks).toEqual([
      {
        number: 1,
        text: "router bgp 1",
        below: [
          { number: 2, text: "address-family ipv4" },
          { number: 3, text: "neighbor x" },
        ],
      },
      { number: 5, text: "end", below: [] },
    ]);
  });

  it.each([
    ["^C", ["banner motd ^C", "router bgp 1", " x ^C", "end"]],
    ["the sign itself", ["banner motd \u0003", "router bgp 1", "\u0003", "end"]],
    ["a sign", ["banner login /", "router bgp 1", "/", "end"]],
    ["a letter that stands alone", ["banner login C", "router bgp 1", "C", "end"]],
    ["a line EOF", ["banner motd", "router bgp 1", "EOF", "end"]],
  ])("takes nothing that a banner shows for a command: ended by %s", (_, lines) => {
    expect(read(...lines)).toMatchObject({
      problems: [],
      blocks: [[lines[0], "router bgp 1", expect.anything()], ["end"]],
    });
  });

  it("tells of a banner without an end, and goes on behind its line", () => {
    expect(read("banner motd #", "hello", "router bgp 1")).toEqual({
      blocks: [["banner motd #"], ["hello"], ["router bgp 1"]],
      problems: [expect.stringContaining("line 1 is a banner without a text or an end")],
    });
    expect(read("banner motd #hello#", "banner login Text of an ASA", "end").problems).toEqual([]);
  });

  it("reads braces, whose lines need not be indented", () => {
    const junos = [
      "system {",
      "    host-name r1;",
      "    services {",
      "        ssh;",
      "    }",
      "}",
      "protocols {",
      "    bgp {",
      "    }",
      "}",
    ];
    expect(read(...junos)).toEqual({
      blocks: [
        ["system", "host-name r1", "services", "ssh"],
        ["protocols", "bgp"],
      ],
      problems: [],
    });
    expect(read("ltm rule a {", "  when X {", "log;", "  }", "}", "ltm rule b {", "  pool p", "}").blocks).toEqual([
      ["ltm rule a", "when X", "log"],
      ["ltm rule b", "pool p"],
    ]);
    expect(read(...junos.slice(0, -1)).problems).toEqual([expect.stringContaining("do not open and close in pairs")]);
  });

  it("tells what is indented beneath nothing, but after a line # (HPE), where that is usual", () => {
    expect(read(" neighbor x", "end")).toEqual({
      blocks: [["neighbor x"], ["end"]],
      problems: ["line 1 is indented beneath nothing: it is read as a block of its own"],
    });
    expect(read("vlan 1", "!", " description x").problems).toHaveLength(1);
    expect(read("#", " sysname HP", " stp enable", "#", "interface X", " a")).toEqual({
      blocks: [["sysname HP"], ["stp enable"], ["interface X", "a"]],
      problems: [],
    });
  });

  it("refuses what is no text, and tells of a line beyond all lengths", () => {
    expect(read("\u0000PNG")).toMatchObject({ blocks: [], problems: [expect.stringContaining("no text")] });
    const long = read(`a${"b".repeat(5000)}`);
    expect(long.problems).toEqual(["line 1 has 5001 characters: patterns see the first 4096"]);
  });

  it("loses no line: each is a block, beneath one, a comment, a brace or told", () => {
    const piece = fc.constantFrom(
      "router bgp 1",
      " neighbor x",
      "  remote-as 2",
      "!",
      "#",
      "",
      "}",
      "a {",
      " b {",
      " }",
      "banner motd #",
      "\tc;",
      "# d",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (lines) => {
        const { blocks } = readDeviceConfiguration(lines.join("\n"));
        const taken = blocks.flatMap(({ number, below }) => [number, ...below.map((line) => line.number)]);
        expect(taken).toEqual([...taken].sort((a, b) => a - b));
        expect(new Set(taken).size).toBe(taken.length);
        const left = lines.filter((_, at) => !taken.includes(at + 1));
        expect(left.filter((line) => !/^\s*(?:[!#].*|\}?)$/.test(line))).toEqual([]);
      }),
    );
  });
});
