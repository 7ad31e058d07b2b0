# Reads searches as Redmine does, by its own code: a JSON string a line in, a JSON list of tokens a line out.
require "json"

source = File.read(File.join(ARGV.fetch(0), "lib/redmine/search.rb"))
eval(source[/^    class Tokenizer.*?^    end\n/m])
STDIN.each_line { |line| puts JSON.generate(Tokenizer.new(JSON.parse(line)).tokens) }
