/** The search under test: tests by how many of the question's words their titles hold. */
export function search(question) {
  const words = question.toLowerCase().split(/\W+/);
  const shared = (title) =>
    title
      .toLowerCase()
      .split(/\W+/)
      .filter((word) => words.includes(word)).length;
  return Object.keys(TITLES)
    .filter((id) => shared(TITLES[id]) > 0)
    .sort((a, b) => shared(TITLES[b]) - shared(TITLES[a]));
}

const TITLES = {
  "TC-01": "Xn handover preparation fails at the target",
  "TC-02": "Random access procedure with contention",
  "TC-03": "Paging of an idle device",
  "TC-04": "Initial registration with an unknown identity",
  "TC-05": "Periodic registration update after a timer",
  "TC-06": "PDU session establishment with two slices",
  "TC-07": "PDU session release by the network",
  "TC-08": "Service request from idle mode",
  "TC-09": "Authentication with a wrong key",
  "TC-10": "Security mode command with null ciphering",
  "TC-11": "Reconfiguration of measurement gaps",
  "TC-12": "Measurement report of event A3",
  "TC-13": "Radio link failure and re-establishment",
  "TC-14": "Carrier aggregation with five carriers",
  "TC-15": "Dual connectivity adds a secondary node",
  "TC-16": "Beam failure recovery",
  "TC-17": "Cell selection with a barred cell",
  "TC-18": "Emergency call without a subscription",
  "TC-19": "Voice fallback to an older network",
  "TC-20": "Tracking area update while roaming",
  "TC-21": "Uplink power control at the cell edge",
  "TC-22": "Scheduling request without resources",
  "TC-23": "Discontinuous reception with long cycles",
  "TC-24": "Broadcast of system information blocks",
};
